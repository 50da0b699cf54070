import { Layers, List, Search } from "lucide";
import { useState, type ReactNode } from "react";
import { Icon } from "@/components/ui/icon";
import { iconNamed } from "@/components/ui/named-icons";
import type { AtlasLayer } from "./data";
import { AreaList } from "./area-list";
import { coordinateItem, findOnBase, loadSearchIndex, type SearchIndex } from "./places";
import type { MapBounds } from "./room";
import { findItems, type AtlasItem } from "./search";
import { useAtlasTexts } from "./atlas-texts";

type Props = {
  header: ReactNode;
  layers: readonly AtlasLayer[];
  visibleLayers: ReadonlySet<string>;
  items: readonly AtlasItem[];
  /** The visible items of the guide and the map's bounds; null while the map is not open. */
  nearby: { area: MapBounds | null; items: readonly AtlasItem[] } | null;
  listId: string;
  onShow: (keys: readonly string[]) => void;
  /** The search is about to be used. */
  onWake: () => void;
  onFind: (item: AtlasItem) => void;
};

/** Title, search and a legend whose entries toggle the layers. */
export function AtlasPanel(props: Props) {
  const labels = useAtlasTexts();
  const { header, layers, visibleLayers, items, nearby, listId, onShow, onWake, onFind } = props;
  const [isOpen, setOpen] = useState(false);
  const keys = layers.map(({ key }) => key);
  return (
    <div
      className="pointer-events-none absolute inset-y-3 left-3 z-10 flex w-[min(21rem,calc(100%-5rem))] flex-col gap-2 *:pointer-events-auto"
      data-print="hide"
    >
      {header}
      <div data-map-panel className="flex min-h-0 flex-col rounded-xl border-2 border-line bg-surface shadow-lg">
        <PlaceSearch items={items} onWake={onWake} onFind={onFind} />
        <div className="flex border-t border-line">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls="atlas-layers"
            onClick={() => setOpen(!isOpen)}
            className="flex min-h-11 grow items-center gap-2 px-3 font-semibold hover:bg-raised lg:hidden"
          >
            <Icon of={Layers} className="size-5" />
            {labels.layers}
          </button>
          <a
            href={`#${listId}`}
            className="flex min-h-11 items-center gap-2 px-3 font-semibold text-link hover:bg-raised"
          >
            <Icon of={List} className="size-5" />
            {labels.asList}
          </a>
        </div>
        {nearby?.area && <AreaList area={nearby.area} items={nearby.items} onFind={onFind} />}
        <fieldset
          id="atlas-layers"
          className={`${isOpen ? "block" : "hidden"} min-h-0 overflow-y-auto border-t border-line px-1 py-1 lg:block`}
        >
          <legend className="sr-only">{labels.layers}</legend>
          {layers.map((layer) => (
            <LayerSwitch
              key={layer.key}
              layer={layer}
              isOn={visibleLayers.has(layer.key)}
              onChange={(on) => onShow(keys.filter((key) => (key === layer.key ? on : visibleLayers.has(key))))}
            />
          ))}
          <div className="flex flex-wrap gap-x-1 border-t border-line pt-1 text-sm">
            <button
              type="button"
              onClick={() => onShow(keys)}
              className="min-h-9 rounded px-2 text-link underline underline-offset-4"
            >
              {labels.all}
            </button>
            <button
              type="button"
              onClick={() => onShow([])}
              className="min-h-9 rounded px-2 text-link underline underline-offset-4"
            >
              {labels.none}
            </button>
            <p className="flex items-center gap-2 px-2 text-muted">
              <span className="inline-block size-4 rounded border-2 border-dashed border-faixa" />
              {labels.approximate}
            </p>
          </div>
          <p className="border-t border-line px-2 py-1 text-sm text-muted">{labels.detail}</p>
        </fieldset>
      </div>
    </div>
  );
}

function LayerSwitch({ layer, isOn, onChange }: { layer: AtlasLayer; isOn: boolean; onChange: (on: boolean) => void }) {
  return (
    <label className="flex min-h-10 items-center gap-2.5 rounded-lg px-2 py-0.5 hover:bg-raised">
      <input
        type="checkbox"
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
        className="size-5 shrink-0 accent-(--faixa)"
      />
      <span
        className="grid size-7 shrink-0 place-items-center rounded-md border-2 border-white/80 text-white"
        style={{ background: layer.color }}
      >
        <Icon of={iconNamed(layer.icon)} className="size-4" />
      </span>
      <span className="grow leading-tight">
        {layer.label}
        {layer.note && <small className="block text-sm text-muted">{layer.note}</small>}
      </span>
      <span className="text-sm text-muted tabular">{layer.count}</span>
    </label>
  );
}

type SearchProps = Pick<Props, "items" | "onWake" | "onFind">;

function PlaceSearch({ items, onWake, onFind }: SearchProps) {
  const labels = useAtlasTexts();
  const [index, setIndex] = useState<SearchIndex | null>(null);
  const [text, setText] = useState("");
  const spot = coordinateItem(text);
  const found = [...(spot ? [spot] : []), ...findItems(items, text), ...(index ? findOnBase(index, text) : [])];
  const prepare = () => {
    onWake();
    // Without the index the search finds the guide's content only.
    loadSearchIndex().then(setIndex, () => undefined);
  };
  const take = (item: AtlasItem | undefined) => {
    if (!item) return;
    setText("");
    onFind(item);
  };
  return (
    <form
      role="search"
      className="relative"
      onSubmit={(event) => {
        event.preventDefault();
        take(found[0]);
      }}
    >
      <Icon of={Search} className="pointer-events-none absolute left-3 top-3 size-5 text-muted" />
      <input
        type="search"
        aria-label={labels.search}
        autoComplete="off"
        maxLength={80}
        value={text}
        placeholder={labels.hint}
        onFocus={prepare}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === "Escape" && setText("")}
        className="h-11 w-full rounded-t-xl bg-transparent pl-10 pr-3 text-base placeholder:text-muted"
      />
      <p role="status" className="px-3 pb-2 text-sm text-muted empty:hidden">
        {text.trim() && found.length === 0 ? labels.notFound : ""}
      </p>
      {found.length > 0 && (
        <ul className="max-h-[50dvh] overflow-y-auto border-t border-line">
          {found.map((item) => (
            <li key={item.href ?? `${item.name} ${item.lat}`}>
              <button
                type="button"
                onClick={() => take(item)}
                className="flex min-h-11 w-full items-center px-3 text-left leading-tight hover:bg-raised"
              >
                {item.name}
              </button>
            </li>
          ))}
        </ul>
      )}
    </form>
  );
}
