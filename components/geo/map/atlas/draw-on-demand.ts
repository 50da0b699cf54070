import type { MapRef } from "@vis.gl/react-maplibre";
import { drawImage, IMAGE_OPTIONS } from "./images";

/** Draws pins, names and counts when the map first requests them. */
export function drawOnDemand(map: MapRef): () => void {
  map.getMap().setMissingStyleImageResolver((id) => {
    const style = getComputedStyle(document.documentElement);
    const color = (token: string) => style.getPropertyValue(`--${token}`).trim();
    const image = drawImage(id, {
      surface: color("raised"),
      text: color("text"),
      faixa: color("faixa"),
      faixaInk: color("faixa-ink"),
    });
    if (image && !map.hasImage(id)) map.getMap().addImage(id, image, IMAGE_OPTIONS);
  });
  return () => void map.getMap().setMissingStyleImageResolver(null);
}
