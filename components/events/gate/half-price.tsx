"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { useGateTexts } from "./gate-texts";

type Props = {
  category: string;
  /** Whether somebody saw the proof before. */
  isSeen: boolean;
  /** Notes it on the device, which sends it when there is a connection; false when the server refused it. */
  mark: (isSeen: boolean) => Promise<boolean>;
};

/** The category of a half price and the mark that its proof was seen, also without a connection. */
export function HalfPrice({ category, isSeen, mark }: Props) {
  const texts = useGateTexts().half;
  const [seen, setSeen] = useState(isSeen);
  const [hasFailed, setFailed] = useState(false);
  const change = async () => {
    setSeen(!seen);
    const isNoted = await mark(!seen).catch(() => false);
    setFailed(!isNoted);
    if (!isNoted) setSeen(seen);
  };
  return (
    <div className="grid justify-items-center gap-2">
      <p className="text-2xl font-semibold">
        {texts.title}: {texts.category[category as keyof typeof texts.category] ?? category}
      </p>
      <Button variant="outline" className="h-14 text-xl" aria-pressed={seen} onClick={() => void change()}>
        {seen ? texts.seen : texts.mark}
      </Button>
      {hasFailed && <p role="alert">{texts.failed}</p>}
    </div>
  );
}
