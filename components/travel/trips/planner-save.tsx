import { Link } from "@/components/ui/link";
import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import type { SavedTrip, SaveTripAnswer, SaveTripInput } from "@/lib/travel/trips/schema";
import { outcomeKey } from "@/lib/platform/outcome";
import { localePath } from "@/lib/platform/i18n/routing";
import { routeKeyOf } from "@/lib/travel/trips/rules";
import { isUnsaved, type PlanState } from "./plan-store";
import { usePlanner } from "./planner-context";

type Save = (input: SaveTripInput) => Promise<SaveTripAnswer>;
type Problem = Exclude<ReturnType<typeof outcomeKey<SaveTripAnswer>>, "saved" | "conflict"> | "offline" | null;

/** Saves the plan to the account, or shows where it is stored without one. */
export function PlannerSave({
  state,
  save,
  signInPath,
}: {
  state: PlanState;
  save: Save | null;
  signInPath: string | null;
}) {
  const { texts } = usePlanner();
  if (!save)
    return (
      <div className="grid gap-2 rounded-xl border-2 border-line bg-surface p-3">
        <p>{texts.save.onDevice}</p>
        {signInPath && (
          <Link href={signInPath} className={buttonClass({ look: "primary", className: "justify-center" })}>
            {texts.save.signIn}
          </Link>
        )}
      </div>
    );
  return <SaveButton state={state} save={save} />;
}

function SaveButton({ state, save }: { state: PlanState; save: Save }) {
  const { store, texts, locale } = usePlanner();
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<Problem>(null);
  const [theirs, setTheirs] = useState<SavedTrip | null>(null);
  const isBusy = useRef(false);

  const send = async (version: number | null) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setSaving(true);
    // Later changes stay unsaved: the answer is about this plan.
    const { plan, route, base } = store.get();
    const isCurrent = route?.key === routeKeyOf(plan);
    const line = isCurrent ? route.route : null;
    const answer = await save({ id: base.id, version, plan, route: line }).catch(() => null);
    isBusy.current = false;
    setSaving(false);
    setTheirs(answer?.outcome === "conflict" ? answer.theirs : null);
    if (answer?.outcome === "saved") store.setSaved(answer.version, plan, line !== null);
    const key = answer ? outcomeKey(answer) : "offline";
    setProblem(key === "saved" || key === "conflict" ? null : key);
  };
  const takeTheirs = (trip: SavedTrip) => {
    store.take(trip);
    setTheirs(null);
  };

  const isNew = isUnsaved(state);
  return (
    <div className="grid gap-2">
      <Button
        disabled={isSaving || (!isNew && state.base.version !== null) || state.plan.stops.length === 0}
        aria-busy={isSaving}
        onClick={() => void send(state.base.version)}
      >
        {isSaving ? texts.save.saving : state.base.version === null ? texts.save.save : texts.save.saveChanges}
      </Button>
      <p role="status" className="text-sm text-muted">
        {problem
          ? texts.save.problem[problem]
          : isNew
            ? texts.save.unsaved
            : state.base.version
              ? texts.save.saved
              : ""}
      </p>
      {problem === "signed-out" && (
        // A page of its own: the plan stays in this tab and on the device.
        <a
          href={`${localePath(locale, "/login")}?next=${encodeURIComponent(location.pathname + location.search)}`}
          className={buttonClass({ className: "justify-self-start" })}
        >
          {texts.save.signInAgain}
        </a>
      )}
      {theirs && (
        <div role="alert" className="grid gap-2 rounded-xl border-2 border-faixa p-3">
          <p>{texts.save.conflict}</p>
          <div className="flex flex-wrap gap-2">
            <Button variant="outline" onClick={() => void send(theirs.version)}>
              {texts.save.keepMine}
            </Button>
            <Button variant="outline" onClick={() => takeTheirs(theirs)}>
              {texts.save.takeTheirs}
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}
