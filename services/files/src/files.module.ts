import { Module } from '@nestjs/common';
import { ArticlesController } from './articles/articles.controller.js';
import { ArticlesService } from './articles/articles.service.js';
import { ArchivesController } from './archives/archives.controller.js';
import { ArchivesService } from './archives/archives.service.js';
import { ContentController } from './content/content.controller.js';
import { ContentService } from './content/content.service.js';
import { ConvertController } from './convert/convert.controller.js';
import { ConvertService } from './convert/convert.service.js';
import { LiveModule } from './live/live.module.js';
import { OpenFileController } from './open-file/open-file.controller.js';
import { OpenFileService } from './open-file/open-file.service.js';
import { RawController } from './raw/raw.controller.js';
import { RawService } from './raw/raw.service.js';
import { ReplaceController } from './replace/replace.controller.js';
import { ReplaceService } from './replace/replace.service.js';
import { SearchController } from './search/search.controller.js';
import { SearchService } from './search/search.service.js';
import { SizesController } from './sizes/sizes.controller.js';
import { SizesService } from './sizes/sizes.service.js';
import { TablesController } from './tables/tables.controller.js';
import { TablesService } from './tables/tables.service.js';
import { WebImagesController } from './web-images/web-images.controller.js';
import { WebImagesService } from './web-images/web-images.service.js';
import { FolderVersionsController } from './versions/folders.controller.js';
import { FolderVersionsService } from './versions/folders.service.js';
import { VersionsController } from './versions/versions.controller.js';
import { VersionsService } from './versions/versions.service.js';
import { FileCopier } from './transfer/file-copier.js';
import { TransferController } from './transfer/transfer.controller.js';
import { TransferService } from './transfer/transfer.service.js';
import { MachineTrash } from './trash/machine-trash.js';
import { TrashController } from './trash/trash.controller.js';
import { TrashRepository } from './trash/trash.repository.js';
import { TrashService } from './trash/trash.service.js';
import { ListingService } from './tree/listing.service.js';
import { Facts } from './tree/facts.js';
import { TreeController } from './tree/tree.controller.js';
import { TreeService } from './tree/tree.service.js';

@Module({
  imports: [LiveModule],
  controllers: [
    OpenFileController,
    TreeController,
    TrashController,
    TransferController,
    SearchController,
    SizesController,
    ReplaceController,
    RawController,
    ContentController,
    ConvertController,
    ArticlesController,
    WebImagesController,
    TablesController,
    FolderVersionsController,
    VersionsController,
    ArchivesController,
  ],
  providers: [
    ArticlesService,
    WebImagesService,
    ArchivesService,
    ContentService,
    ConvertService,
    ListingService,
    Facts,
    MachineTrash,
    OpenFileService,
    RawService,
    ReplaceService,
    SearchService,
    SizesService,
    TablesService,
    FileCopier,
    TransferService,
    TrashRepository,
    TrashService,
    TreeService,
    FolderVersionsService,
    VersionsService,
  ],
})
export class FilesModule {}
