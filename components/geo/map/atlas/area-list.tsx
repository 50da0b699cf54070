import { useState } from "react";
import type { MapBounds } from "./room";
import type { AtlasItem } from "./search";
import { useAtlasTexts } from "./atlas-texts";

const MAX_LISTED = 60;

type Props = {
  area: MapBounds;
  items: readonly AtlasItem[];
  onFind: (item: AtlasItem) => void;
};

/** The items inside the visible part of the map, as a list that follows the map. */
export function AreaList({ area: [west, south, east, north], items, onFind }: Props) {
  const labels = useAtlasTexts();
  const [isOpen, setOpen] = useState(false);
  const inside = items.filter(({ lat, lng }) => lng >= west && lng <= east && lat >= south && lat <= north);
  return (
    <div className="border-t border-line">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls="atlas-area"
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-11 w-full items-center justify-between px-3 font-semibold hover:bg-raised"
      >
        {labels.area}
        <span className="text-sm text-muted tabular">{inside.length}</span>
      </button>
      <ul id="atlas-area" hidden={!isOpen} className="max-h-56 overflow-y-auto border-t border-line">
        {inside.length === 0 && <li className="px-3 py-2 text-muted">{labels.areaEmpty}</li>}
        {inside.slice(0, MAX_LISTED).map((item) => (
          <li key={item.href}>
            <button
              type="button"
              onClick={() => onFind(item)}
              className="flex min-h-10 w-full items-center px-3 text-left leading-tight hover:bg-raised"
            >
              {item.name}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
