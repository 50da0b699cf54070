import { Popup } from "@vis.gl/react-maplibre";
import type { Popup as MapPopup } from "maplibre-gl";
import { useEffect, useState } from "react";
import { nearestState, type StateCollection } from "@/lib/geo/geo/rules";
import { localePath, type Locale } from "@/lib/platform/i18n/routing";
import type { StateAbbr } from "@/lib/geo/states/rules";
import styles from "./atlas.module.css";
import { POPUP_WIDTH } from "../show-whole-popup";
import { useAtlasTexts } from "./atlas-texts";

export type Spot = { lng: number; lat: number };

async function stateAt({ lat, lng }: Spot): Promise<StateAbbr | null> {
  const shapes = (await (await fetch("/map/states.json")).json()) as StateCollection;
  return nearestState(lat, lng, shapes.features);
}

type AtlasMenuProps = {
  spot: Spot;
  stateAbbr: StateAbbr | null;
  locale: Locale;
  onOpen: (popup: MapPopup) => void;
  onClose: () => void;
};

/** Menu for a position on the map without any item. */
export function AtlasMenu({ spot, stateAbbr, locale, onOpen, onClose }: AtlasMenuProps) {
  const labels = useAtlasTexts();
  const [state, setState] = useState(stateAbbr);
  const [isCopied, setCopied] = useState(false);
  const text = `${spot.lat.toFixed(5)},${spot.lng.toFixed(5)}`;
  useEffect(() => {
    // Offline, or far out at sea, no state is found and the link for suggestions is left out.
    stateAt(spot).then(setState, () => undefined);
  }, [spot]);
  async function copy() {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  }
  const suggest =
    state &&
    `${localePath(locale, `/${state.toLowerCase()}/cadastro`)}?${new URLSearchParams({ lat: spot.lat.toFixed(5), lng: spot.lng.toFixed(5) })}`;
  return (
    <Popup
      longitude={spot.lng}
      latitude={spot.lat}
      maxWidth={POPUP_WIDTH}
      closeOnClick={false}
      onOpen={({ target }) => onOpen(target)}
      onClose={onClose}
    >
      <div className={styles.menu} role="group" aria-label={labels.here}>
        <p>{text}</p>
        {suggest && <a href={suggest}>{labels.suggest}</a>}
        <button type="button" onClick={() => void copy()}>
          <span role="status">{isCopied ? labels.copied : labels.copy}</span>
        </button>
        <a href={`https://www.google.com/maps/search/?api=1&query=${text}`} target="_blank" rel="noopener">
          {labels.google}
        </a>
      </div>
    </Popup>
  );
}
