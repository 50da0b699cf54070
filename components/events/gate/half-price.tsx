"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { useGateTexts } from "./gate-texts";

type Props = {
  category: string;
  /** Whether somebody saw the proof before. */
  isSeen: boolean;
  mark: (isSeen: boolean) => Promise<boolean>;
};

/** The category of a half price and the mark that its proof was seen; without a connection the mark is not stored. */
export function HalfPrice({ category, isSeen, mark }: Props) {
  const texts = useGateTexts().half;
  const [seen, setSeen] = useState(isSeen);
  const [isPending, setPending] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const change = async () => {
    setPending(true);
    const isStored = await mark(!seen);
    setPending(false);
    setFailed(!isStored);
    if (isStored) setSeen(!seen);
  };
  return (
    <div className="grid justify-items-center gap-2">
      <p className="text-2xl font-semibold">
        {texts.title}: {texts.category[category as keyof typeof texts.category] ?? category}
      </p>
      <Button
        variant="outline"
        className="h-14 text-xl"
        aria-pressed={seen}
        disabled={isPending}
        onClick={() => void change()}
      >
        {seen ? texts.seen : texts.mark}
      </Button>
      {hasFailed && <p role="alert">{texts.failed}</p>}
    </div>
  );
}
