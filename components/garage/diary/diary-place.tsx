import { useId, useState } from "react";
import { notifyFailure } from "@/components/form/notify-failure";
import { fill } from "@/components/ui/fill";
import { Button } from "@/components/ui/button";
import { controlClass } from "@/components/ui/input";
import { findTownsAction } from "@/lib/garage/diary/actions";
import type { NearbyTown } from "@/lib/garage/diary/schema";
import { useDiaryTexts } from "./diary-texts";

type Position = { lat: number; lng: number };
type Props = {
  values: { place: string; lat: number | null; lng: number | null } | undefined;
  optional: string;
};

const OPTIONS: PositionOptions = { enableHighAccuracy: true, timeout: 30_000, maximumAge: 60_000 };
const rounded = (degrees: number) => Math.round(degrees * 1e5) / 1e5;

type State = "idle" | "locating" | "failed" | "searching" | "none";

function usePlace({ values }: Props) {
  const [place, setPlace] = useState(values?.place ?? "");
  const [position, setPosition] = useState<Position | null>(
    values?.lat != null && values.lng != null ? { lat: values.lat, lng: values.lng } : null,
  );
  const [state, setState] = useState<State>("idle");
  const [towns, setTowns] = useState<readonly NearbyTown[]>([]);
  const locate = () => {
    setState("locating");
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setState("idle");
        setPosition({ lat: rounded(coords.latitude), lng: rounded(coords.longitude) });
      },
      () => setState("failed"),
      OPTIONS,
    );
  };
  const search = async () => {
    if (place.trim().length < 2) return;
    setState("searching");
    const answer = await findTownsAction({ typed: place }).catch((error: Error) => ({ thrownError: error }));
    const found = "data" in answer ? (answer.data?.towns ?? null) : null;
    if (!found) notifyFailure(answer);
    setTowns(found ?? []);
    setState(found?.length === 0 ? "none" : "idle");
  };
  const take = ({ name, lat, lng }: NearbyTown) => {
    setPlace(name);
    setPosition({ lat: rounded(lat), lng: rounded(lng) });
    setTowns([]);
  };
  return { place, setPlace, position, setPosition, state, towns, locate, search, take };
}

/** The place of an entry: a text, and a position from the device or from a town that is typed. */
export function DiaryPlace(props: Props) {
  const texts = useDiaryTexts();
  const { optional } = props;
  const id = useId();
  const { place, setPlace, position, setPosition, state, towns, locate, search, take } = usePlace(props);
  return (
    <fieldset className="grid gap-2">
      <label htmlFor={id} className="font-semibold">
        {texts.field.place} <span className="font-normal text-muted">({optional})</span>
      </label>
      <input
        id={id}
        name="place"
        value={place}
        maxLength={120}
        autoComplete="off"
        placeholder={texts.placeHint}
        onChange={({ target }) => setPlace(target.value)}
        className={controlClass}
      />
      <input type="hidden" name="lat" value={position?.lat ?? ""} />
      <input type="hidden" name="lng" value={position?.lng ?? ""} />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="outline"
          disabled={state === "searching" || place.trim().length < 2}
          onClick={() => void search()}
        >
          {texts.findTown}
        </Button>
        <Button variant="outline" disabled={state === "locating"} onClick={locate}>
          {state === "locating" ? texts.locating : texts.useLocation}
        </Button>
      </div>
      {towns.length > 0 && (
        <ul className="grid gap-1" aria-label={texts.towns}>
          {towns.map((town) => (
            <li key={town.name}>
              <Button variant="outline" className="w-full justify-start" onClick={() => take(town)}>
                {town.name}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div role="status" className="flex flex-wrap items-center gap-3 empty:hidden">
        {state === "failed" && <p className="text-sm font-semibold text-danger">{texts.locationFailed}</p>}
        {state === "none" && <p className="text-sm">{texts.noTown}</p>}
        {position && (
          <>
            <p className="text-sm text-muted">
              {fill(texts.position, { position: `${position.lat}, ${position.lng}` })}
            </p>
            <Button variant="ghost" onClick={() => setPosition(null)}>
              {texts.removePosition}
            </Button>
          </>
        )}
      </div>
    </fieldset>
  );
}
