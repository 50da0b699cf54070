"use client";

import { whenConfirmed } from "@/components/ui/ask";
import { useRouter } from "next/navigation";
import { Button } from "@/components/ui/button";
import { useChange } from "@/components/garage/vehicles/use-change";
import { leaveVehicleAction } from "@/lib/garage/sharing/actions";

type Props = { vehicle: string; label: string; confirm: string; garagePath: string };

/** A member gives up the access to a car and goes to the garage. */
export function LeaveVehicle({ vehicle, label, confirm, garagePath }: Props) {
  const router = useRouter();
  const { isBusy, run } = useChange();
  const leave = async () => {
    const answer = await leaveVehicleAction({ vehicle });
    if (answer.serverError) return answer;
    router.push(garagePath);
  };
  return (
    <Button
      variant="outline"
      className="w-fit"
      disabled={isBusy}
      onClick={() => whenConfirmed(confirm, () => run(leave))}
    >
      {label}
    </Button>
  );
}
