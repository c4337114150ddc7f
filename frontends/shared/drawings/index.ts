export { type Drawn } from './diagram-frame';
export { DiagramImage, useDiagram } from './use-diagram';
export { useFormula } from './use-formula';
export { useIsDark } from './use-is-dark';
