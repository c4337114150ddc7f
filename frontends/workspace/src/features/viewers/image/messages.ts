// FV-01: user-visible texts of the image viewer.
export const IMAGE = {
  toolbar: 'Image',
  previous: 'Previous image',
  next: 'Next image',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fit: 'Fit',
  actualSize: 'Actual size',
  details: 'Details of the image',
  pixels: 'Pixels',
  fileSize: 'Size',
} as const;
