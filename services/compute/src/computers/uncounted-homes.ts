import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { beforeScrape, metrics } from '@zo/metrics';
import { COMPUTER_DRIVER, type ComputerDriver } from '../driver/computer.driver.js';

/** Shows how many homes cannot be counted: their computers are kept from writing until an administrator looks. */
@Injectable()
export class UncountedHomes implements OnModuleDestroy {
  private readonly unmeasure = beforeScrape(async () => {
    if (this.driver.uncounted) metrics.homesUncounted.set(await this.driver.uncounted());
  });

  constructor(@Inject(COMPUTER_DRIVER) private readonly driver: ComputerDriver) {}

  onModuleDestroy(): void {
    this.unmeasure();
  }
}
