"use client";

import { Link } from "@/components/ui/link";
import { useRouter } from "next/navigation";
import type { Messages } from "next-intl";
import { useAction } from "next-safe-action/hooks";
import { useId, useState, type SubmitEvent } from "react";
import { notifyFailure } from "@/components/form/notify-failure";
import { useHydrated } from "@/components/form/use-hydrated";
import { ACTION_MS, notify } from "@/components/ui/notify";
import { Button } from "@/components/ui/button";
import { controlClass } from "@/components/ui/input";
import { createTexts } from "@/components/ui/texts";
import { duplicateTripAction, renameTripAction, setTripDeletedAction } from "@/lib/travel/saved-trips/actions";
import { outcomeKey } from "@/lib/platform/outcome";
import type { ChangeAnswer } from "@/lib/travel/trips/schema";

const { Provider: TripListTexts, useTexts: useTripListTexts } = createTexts<Texts>("TripListTexts");

type Texts = Messages["travel/saved-trips"]["list"];
export type ListedTrip = { id: string; title: string; facts: string; path: string; isOpen: boolean };
type Props = { trips: readonly ListedTrip[]; deleted: readonly ListedTrip[]; texts: Texts; maxTitle: number };

/** The own trips with what can be done with each, and those in the trash. */
export function TripList({ trips, deleted, texts, maxTitle }: Props) {
  const change = useChange(texts);
  return (
    <TripListTexts value={texts}>
      <div className="grid gap-4">
        {change.problem && (
          <p role="alert" className="font-semibold text-danger">
            {change.problem}
          </p>
        )}
        {trips.length === 0 && <p className="text-lg text-muted">{texts.empty}</p>}
        <ul className="grid gap-3">
          {trips.map((trip) => (
            <TripLine key={trip.id} trip={trip} change={change} maxTitle={maxTitle} />
          ))}
        </ul>
        {deleted.length > 0 && (
          <details className="rounded-xl border-2 border-line p-4">
            <summary className="min-h-11 cursor-pointer content-center font-semibold">
              {texts.trash.replace("{count}", String(deleted.length))}
            </summary>
            <p className="my-2 text-muted">{texts.trashLead}</p>
            <ul className="grid gap-2">
              {deleted.map((trip) => (
                <li key={trip.id} className="flex flex-wrap items-center justify-between gap-3">
                  <span className="wrap-anywhere">{trip.title}</span>
                  <Button
                    variant="outline"
                    aria-label={`${texts.restore}: ${trip.title}`}
                    disabled={change.isBusy}
                    onClick={() => change.setDeleted(trip, false)}
                  >
                    {texts.restore}
                  </Button>
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </TripListTexts>
  );
}

/** Changes of trips, one at a time; the list is read again after each. */
function useChange(texts: Texts) {
  const router = useRouter();
  const isReady = useHydrated();
  const [problem, setProblem] = useState("");
  const callbacks = {
    onExecute: () => setProblem(""),
    onError: ({ error }: { error: Parameters<typeof notifyFailure>[0] }) => notifyFailure(error),
    onSuccess: ({ data }: { data?: ChangeAnswer }) => {
      const key = data ? outcomeKey(data) : "saved";
      if (key !== "saved") setProblem(texts.problems[key]);
      router.refresh();
    },
  };
  const [rename, copy, removal] = [
    useAction(renameTripAction, callbacks),
    useAction(duplicateTripAction, callbacks),
    useAction(setTripDeletedAction, callbacks),
  ];
  const setDeleted = ({ id, title }: ListedTrip, isDeleted: boolean) => {
    removal.execute({ id, isDeleted });
    if (!isDeleted) return;
    const run = () => removal.execute({ id, isDeleted: false });
    notify({ code: "trip.removed", values: { title }, durationMs: ACTION_MS, action: { label: "undo", run } });
  };
  return {
    problem,
    isBusy: !isReady || rename.isPending || copy.isPending || removal.isPending,
    rename: (id: string, title: string) => rename.execute({ id, title }),
    duplicate: (id: string, title: string) => copy.execute({ id, title }),
    setDeleted,
  };
}

type LineProps = { trip: ListedTrip; change: ReturnType<typeof useChange>; maxTitle: number };

function TripLine({ trip, change, maxTitle }: LineProps) {
  const texts = useTripListTexts();
  const [isRenaming, setRenaming] = useState(false);
  const id = useId();
  const rename = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const title = new FormData(event.currentTarget).get("title");
    if (typeof title === "string" && title.trim()) change.rename(trip.id, title);
    setRenaming(false);
  };
  const copyTitle = texts.copyOf.replace("{title}", trip.title.slice(0, maxTitle - 12));
  return (
    <li className="grid gap-3 rounded-xl border-2 border-line bg-surface p-4">
      {isRenaming ? (
        <form onSubmit={rename} className="flex flex-wrap items-end gap-2">
          <label htmlFor={id} className="grid grow gap-1 font-semibold">
            {texts.name}
            <input
              id={id}
              name="title"
              defaultValue={trip.title}
              required
              maxLength={maxTitle}
              className={controlClass}
            />
          </label>
          <Button type="submit">{texts.keep}</Button>
          <Button variant="outline" onClick={() => setRenaming(false)}>
            {texts.cancel}
          </Button>
        </form>
      ) : (
        <div>
          <Link
            href={trip.path}
            aria-current={trip.isOpen ? "page" : undefined}
            className="inline-flex min-h-11 items-center text-xl font-semibold underline underline-offset-4 wrap-anywhere hover:decoration-2"
          >
            {trip.title}
          </Link>
          <p className="text-muted">{trip.facts}</p>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <LineButton label={texts.rename} trip={trip} change={change} onPress={() => setRenaming(true)} />
        <LineButton
          label={texts.duplicate}
          trip={trip}
          change={change}
          onPress={() => change.duplicate(trip.id, copyTitle)}
        />
        <LineButton label={texts.remove} trip={trip} change={change} onPress={() => change.setDeleted(trip, true)} />
      </div>
    </li>
  );
}

type ButtonProps = Pick<LineProps, "trip" | "change"> & { label: string; onPress: () => void };

function LineButton({ label, trip, change, onPress }: ButtonProps) {
  return (
    <Button variant="outline" aria-label={`${label}: ${trip.title}`} disabled={change.isBusy} onClick={onPress}>
      {label}
    </Button>
  );
}
