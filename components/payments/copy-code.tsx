"use client";

import { Copy } from "lucide";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";

type CopyCodeProps = { code: string; label: string; copy: string; copied: string };

/** A long code for the bank's app: a button that copies it, and the selectable code. */
export function CopyCode({ code, label, copy, copied }: CopyCodeProps) {
  const [isCopied, setCopied] = useState(false);
  const put = async () => {
    await navigator.clipboard?.writeText(code).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <div className="grid gap-2">
      <Button variant="faixa" className="w-full sm:w-fit" onClick={() => void put()}>
        <Icon of={Copy} /> <span aria-live="polite">{isCopied ? copied : copy}</span>
      </Button>
      <label className="grid gap-1 font-semibold">
        {label}
        <textarea
          readOnly
          rows={3}
          value={code}
          onFocus={(event) => event.currentTarget.setSelectionRange(0, code.length)}
          className="w-full resize-none rounded-lg border-2 border-line bg-background p-3 font-mono text-sm font-normal break-all"
        />
      </label>
    </div>
  );
}
