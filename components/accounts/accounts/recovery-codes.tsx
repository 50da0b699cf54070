"use client";

import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { useAccountTexts } from "./account-texts";

type RecoveryCodesProps = {
  codes: readonly string[];
  onDone: () => void;
};

/** New recovery codes, shown only once: copy, download or print them. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const { factor: texts } = useAccountTexts("factor");
  const heading = useRef<HTMLHeadingElement>(null);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => heading.current?.focus(), []);
  const text = [texts.codesFileTitle, ...codes].join("\n");
  const copy = () =>
    void navigator.clipboard.writeText(codes.join("\n")).then(
      () => setCopied(true),
      () => undefined,
    );
  return (
    <section className="grid gap-4">
      <h3 ref={heading} tabIndex={-1} className="text-xl">
        {texts.codesTitle}
      </h3>
      <p>{texts.codesLead}</p>
      <ol className="grid gap-x-6 gap-y-1 rounded-lg border-2 border-line bg-raised p-4 font-mono text-sm sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" onClick={copy}>
          {isCopied ? texts.copied : texts.copy}
        </Button>
        <Button asChild variant="outline">
          <a href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`} download={texts.codesFile}>
            {texts.download}
          </a>
        </Button>
        <Button variant="outline" onClick={() => window.print()}>
          {texts.print}
        </Button>
      </div>
      <Button className="w-full sm:w-auto sm:justify-self-start" onClick={onDone}>
        {texts.saved}
      </Button>
    </section>
  );
}
