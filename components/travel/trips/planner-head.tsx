import { FilePlus2, Redo2, Undo2 } from "lucide";
import { useEffect } from "react";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { controlClass } from "@/components/ui/input";
import type { SaveTripAnswer, SaveTripInput } from "@/lib/travel/trips/schema";
import type { PlanState } from "./plan-store";
import { usePlanner } from "./planner-context";
import { PlannerSave } from "./planner-save";

type Props = {
  state: PlanState;
  save: ((input: SaveTripInput) => Promise<SaveTripAnswer>) | null;
  signInPath: string | null;
};

/** Title, undo and redo, a new plan, and where the plan is stored. */
export function PlannerHead({ state, save, signInPath }: Props) {
  const { store, texts } = usePlanner();
  useUndoKeys();
  return (
    <section aria-label={texts.head.title} className="grid gap-3">
      <label className="grid gap-1">
        <span className="font-semibold">{texts.head.name}</span>
        <input
          value={state.plan.title}
          maxLength={120}
          placeholder={texts.head.nameHint}
          onChange={({ target }) => store.edit((plan) => ({ ...plan, title: target.value }), "title")}
          className={controlClass}
        />
      </label>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" disabled={state.past.length === 0} onClick={store.undo}>
          <Icon of={Undo2} />
          {texts.head.undo}
        </Button>
        <Button variant="outline" disabled={state.future.length === 0} onClick={store.redo}>
          <Icon of={Redo2} />
          {texts.head.redo}
        </Button>
        <Button variant="ghost" disabled={state.plan.stops.length === 0} onClick={store.startNew}>
          <Icon of={FilePlus2} />
          {texts.head.startNew}
        </Button>
      </div>
      {state.isFromOtherTab && <p role="status">{texts.head.otherTab}</p>}
      <PlannerSave state={state} save={save} signInPath={signInPath} />
    </section>
  );
}

/** Ctrl or ⌘ with Z, Shift+Z and Y; a text field keeps its own undo. */
function useUndoKeys() {
  const { store } = usePlanner();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement | null;
      if (!(event.ctrlKey || event.metaKey) || target?.matches("input, textarea, select")) return;
      const key = event.key.toLowerCase();
      if (key !== "z" && key !== "y") return;
      event.preventDefault();
      if (key === "y" || event.shiftKey) store.redo();
      else store.undo();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [store]);
}
