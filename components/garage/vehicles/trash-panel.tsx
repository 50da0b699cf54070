"use client";

import { useRouter } from "next/navigation";
import { useId, useRef, useState, type SubmitEvent } from "react";
import { notify } from "@/components/ui/notify";
import { Button } from "@/components/ui/button";
import { controlClass } from "@/components/ui/input";
import { deleteVehicleAction, setVehicleDeletedAction } from "@/lib/garage/vehicles/actions";
import { useChange } from "./use-change";
import { useVehicleTexts } from "./vehicle-texts";

type Deleted = { id: string; nickname: string; facts: string };
type Props = { vehicles: readonly Deleted[] };

/** Own cars in the trash: each can be restored or deleted for good. */
export function TrashPanel({ vehicles }: Props) {
  const texts = useVehicleTexts().trash;
  const { isBusy, run } = useChange();
  return (
    <details className="rounded-xl border-2 border-line p-4">
      <summary className="min-h-11 cursor-pointer content-center font-semibold">
        {texts.titleCount.replace("{count}", String(vehicles.length))}
      </summary>
      <p className="my-2 text-muted">{texts.lead}</p>
      <ul className="grid gap-4">
        {vehicles.map((vehicle) => (
          <li key={vehicle.id} className="grid gap-2 border-t-2 border-line pt-3">
            <p className="font-semibold wrap-anywhere">{vehicle.nickname}</p>
            <p className="text-sm text-muted">{vehicle.facts}</p>
            <div className="flex flex-wrap gap-2">
              <Button
                variant="outline"
                aria-label={`${texts.restore}: ${vehicle.nickname}`}
                disabled={isBusy}
                onClick={() => run(() => setVehicleDeletedAction({ id: vehicle.id, isDeleted: false }))}
              >
                {texts.restore}
              </Button>
              <DestroyDialog vehicle={vehicle} isBusy={isBusy} />
            </div>
          </li>
        ))}
      </ul>
    </details>
  );
}

type DialogProps = { vehicle: Deleted; isBusy: boolean };

/** Deletes a car for good after its owner typed the nickname. */
function DestroyDialog({ vehicle: { id, nickname }, isBusy }: DialogProps) {
  const texts = useVehicleTexts().trash;
  const router = useRouter();
  const dialog = useRef<HTMLDialogElement>(null);
  const [problem, setProblem] = useState("");
  const change = useChange();
  const label = useId();
  const destroy = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = new FormData(event.currentTarget).get("name") as string;
    setProblem("");
    change.run(async () => {
      const answer = await deleteVehicleAction({ id, name });
      if (answer.data?.outcome === "saved") {
        notify({ code: "vehicle.deleted", values: { title: nickname } });
        dialog.current?.close();
      } else if (answer.data) setProblem(answer.data.outcome === "refused" ? texts.wrongName : texts.gone);
      else return answer;
      router.refresh();
    });
  };
  return (
    <>
      <Button
        variant="danger"
        aria-label={`${texts.destroy}: ${nickname}`}
        aria-haspopup="dialog"
        disabled={isBusy || change.isBusy}
        onClick={() => dialog.current?.showModal()}
      >
        {texts.destroy}
      </Button>
      <dialog
        ref={dialog}
        aria-labelledby={label}
        className="m-auto max-h-[90dvh] w-[min(34rem,94vw)] overflow-y-auto rounded-2xl border-2 border-line bg-surface p-6 text-text"
      >
        <h2 id={label} className="text-2xl wrap-anywhere">
          {texts.destroyTitle.replace("{name}", nickname)}
        </h2>
        <p className="mt-3">{texts.destroyLead}</p>
        <form method="post" onSubmit={destroy} className="mt-4 grid gap-4">
          <label className="grid gap-1 font-semibold wrap-anywhere">
            {texts.typeName.replace("{name}", nickname)}
            <input name="name" autoComplete="off" required maxLength={60} className={controlClass} />
          </label>
          {problem && (
            <p role="alert" className="font-semibold text-danger">
              {problem}
            </p>
          )}
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="danger" disabled={change.isBusy}>
              {texts.destroy}
            </Button>
            <Button variant="outline" onClick={() => dialog.current?.close()}>
              {texts.cancel}
            </Button>
          </div>
        </form>
      </dialog>
    </>
  );
}
