import { Package } from "lucide";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import type { StoredItem } from "@/lib/garage/checklists/schema";
import { savePartAction } from "@/lib/garage/vehicles/parts/actions";
import { useChecklistTexts } from "./checklist-texts";

const MAX_NAME = 120;

type Props = { item: StoredItem; vehicle: string };

/** Adds a part with the text of a failing item to the parts of the car. It has the id of the item, so it is stored once. */
export function AddPart({ item, vehicle }: Props) {
  const texts = useChecklistTexts().run;
  const [state, setState] = useState<"idle" | "sending" | "added" | "failed">("idle");
  const add = async () => {
    setState("sending");
    const form = new FormData();
    for (const [name, value] of Object.entries({ id: item.id, vehicle, name: item.text.slice(0, MAX_NAME) }))
      form.set(name, value);
    const answer = await savePartAction(form).catch(() => null);
    setState(answer?.data?.outcome === "saved" ? "added" : "failed");
  };
  return (
    <div role="status" className="print:hidden">
      {state === "added" ? (
        <p className="flex items-center gap-2 font-semibold">
          <Icon of={Package} className="size-5" />
          {texts.partAdded}
        </p>
      ) : (
        <Button
          variant="outline"
          className="h-auto min-h-14 w-full whitespace-normal sm:w-fit"
          disabled={state === "sending"}
          aria-label={`${texts.part}: ${item.text}`}
          onClick={() => void add()}
        >
          <Icon of={Package} />
          {texts.part}
        </Button>
      )}
      {state === "failed" && <p className="mt-1 font-semibold text-danger">{texts.partFailed}</p>}
    </div>
  );
}
