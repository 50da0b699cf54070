import type { StyleSpecification } from "maplibre-gl";

/** The map's own layers on another base: the layers of our base and their source are replaced by those of `external`. */
export function onExternalBase(style: StyleSpecification, external: StyleSpecification): StyleSpecification {
  const { base: _base, ...sources } = style.sources;
  return {
    ...external,
    sources: { ...external.sources, ...sources },
    layers: [...external.layers, ...style.layers.filter(({ id }) => !id.startsWith("base-"))],
  };
}
