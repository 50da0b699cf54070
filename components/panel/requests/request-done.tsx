"use client";

import { Copy } from "lucide";
import { useEffect, useRef } from "react";
import { notify } from "@/components/ui/notify";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { SignPlate } from "@/components/ui/sign-plate";
import { useRequestTexts } from "./request-texts";

type RequestDoneProps = {
  /** Text about the next step for this kind of request. */
  next: string;
  protocol: string;
  /** Path of the page that shows the request's status, without the protocol number. */
  statusPath: string;
  onAgain: () => void;
};

/** Confirmation after a form was sent: the protocol number, a link to its status, and a button to send another. */
export function RequestDone({ next, protocol, statusPath, onAgain }: RequestDoneProps) {
  const texts = useRequestTexts().done;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const copy = async () => {
    await navigator.clipboard.writeText(protocol);
    notify({ code: "protocol.copied", variant: "success" });
  };
  return (
    <SignPlate as="section" kind="route" className="grid gap-4 p-8">
      <h2 ref={heading} tabIndex={-1} className="text-3xl outline-none">
        {texts.title}
      </h2>
      <p>{next}</p>
      <p>
        {texts.protocol} <strong className="tabular block text-2xl wrap-anywhere">{protocol}</strong>
      </p>
      <p className="text-sm">{texts.keep}</p>
      <div className="flex flex-wrap gap-3">
        <Button variant="faixa" onClick={() => void copy()}>
          <Icon of={Copy} />
          {texts.copy}
        </Button>
        <Button asChild variant="outline">
          {/* A plain link: the status page reads the protocol number when it loads. */}
          <a href={`${statusPath}?protocolo=${protocol}`}>{texts.status}</a>
        </Button>
        <Button variant="outline" onClick={onAgain}>
          {texts.again}
        </Button>
      </div>
    </SignPlate>
  );
}
