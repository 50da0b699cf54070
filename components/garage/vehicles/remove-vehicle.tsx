"use client";

import { useRouter } from "next/navigation";
import { ACTION_MS, notify } from "@/components/ui/notify";
import { notifyFailure } from "@/components/form/notify-failure";
import { Button } from "@/components/ui/button";
import { setVehicleDeletedAction } from "@/lib/garage/vehicles/actions";
import { useChange } from "./use-change";

type Props = { vehicle: { id: string; nickname: string }; label: string; garagePath: string };

/** Moves a car into the trash and opens the garage, with a notice that undoes it. */
export function RemoveVehicle({ vehicle: { id, nickname }, label, garagePath }: Props) {
  const router = useRouter();
  const { isBusy, run } = useChange();
  const undo = async () => {
    const failure = await setVehicleDeletedAction({ id, isDeleted: false });
    if (failure.serverError) notifyFailure(failure);
    router.refresh();
  };
  const remove = async () => {
    const failure = await setVehicleDeletedAction({ id, isDeleted: true });
    if (failure.serverError) return failure;
    notify({
      code: "vehicle.removed",
      values: { title: nickname },
      durationMs: ACTION_MS,
      action: { label: "undo", run: () => void undo() },
    });
    router.push(garagePath);
  };
  return (
    <Button variant="outline" className="w-full sm:w-fit" disabled={isBusy} onClick={() => run(remove)}>
      {label}
    </Button>
  );
}
