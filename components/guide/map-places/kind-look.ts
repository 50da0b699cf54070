import type { MapPlaceKind } from "@/lib/guide/map-places/rules";

/** Icon and colour of each kind on cards and on the map; plain values, because WebGL cannot read CSS variables. */
export const KIND_LOOK: Record<MapPlaceKind, { icon: string; color: string }> = {
  lodging: { icon: "bed-double", color: "#1d5fa8" },
  food: { icon: "utensils", color: "#b4472b" },
  fuel: { icon: "fuel", color: "#9b1c31" },
  workshop: { icon: "wrench", color: "#3c4f63" },
  parts: { icon: "cog", color: "#4d5b2a" },
  hospital: { icon: "hospital", color: "#a3123a" },
  pharmacy: { icon: "pill", color: "#0f6d80" },
  museum: { icon: "landmark", color: "#5a3e91" },
};
