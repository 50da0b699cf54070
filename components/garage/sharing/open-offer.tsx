"use client";

import { whenConfirmed } from "@/components/ui/ask";
import type { Messages } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { useChange } from "@/components/garage/vehicles/use-change";
import { withdrawOfferAction } from "@/lib/garage/sharing/handover/actions";
import { Problem } from "./problem";

type Props = {
  id: string;
  /** To whom and until when. */
  lead: string;
  chosen: readonly string[];
  texts: Messages["garage/sharing"]["handover"];
};

/** An offer that the buyer has not answered: the parts of the history to hand over, and the button that withdraws it. */
export function OpenOffer({ id, lead, chosen, texts }: Props) {
  const { isBusy, run } = useChange();
  const [problem, setProblem] = useState("");
  const withdraw = async () => {
    const answer = await withdrawOfferAction({ id });
    if (answer.serverError) return answer;
    setProblem(answer.data?.outcome === "saved" ? "" : texts.late);
  };
  return (
    <div className="grid gap-3">
      <p role="status" className="font-semibold wrap-anywhere">
        {lead}
      </p>
      <p>{`${texts.goes}: ${chosen.length > 0 ? chosen.join(", ") : texts.nothing}.`}</p>
      <Problem text={problem} />
      <Button
        variant="outline"
        className="w-fit"
        disabled={isBusy}
        onClick={() => whenConfirmed(texts.withdrawConfirm, () => run(withdraw))}
      >
        {texts.withdraw}
      </Button>
    </div>
  );
}
