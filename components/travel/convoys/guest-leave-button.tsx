import { useTransition } from "react";
import { whenConfirmed } from "@/components/ui/ask";
import { notify } from "@/components/ui/notify";
import { Button } from "@/components/ui/button";
import { forgetConvoy } from "./stored-convoy";
import { leaveAsGuest } from "./use-report";
import { useConvoyTexts } from "./convoy-texts";

type Props = { code: string; token: string };

/** Deletes the guest with name and position, here and on the server, and shows the form again. */
export function GuestLeaveButton({ code, token }: Props) {
  const texts = useConvoyTexts();
  const [isPending, start] = useTransition();
  const leave = () =>
    start(async () => {
      const response = await leaveAsGuest(code, token).catch(() => null);
      // 404: the leader removed the guest before, or the convoy is over.
      if (!response?.ok && response?.status !== 404) return void notify({ code: "unexpected", variant: "destructive" });
      forgetConvoy(code);
      location.reload();
    });
  return (
    <Button
      variant="danger"
      className="w-fit"
      disabled={isPending}
      onClick={() => whenConfirmed(texts.confirmLeave, leave)}
    >
      {texts.leave}
    </Button>
  );
}
