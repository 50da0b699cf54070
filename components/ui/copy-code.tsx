"use client";

import { Copy } from "lucide";
import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";

type CopyCodeProps = { code: string; label: string; copy: string; copied: string };

/** A long code for the bank's app: a button that copies it, and the code, which is selected when copying is not allowed. */
export function CopyCode({ code, label, copy, copied }: CopyCodeProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  // The code itself, because a refreshed page may show another amount.
  const [copiedCode, setCopiedCode] = useState<string | null>(null);
  const put = async () => {
    try {
      await navigator.clipboard.writeText(code);
      setCopiedCode(code);
    } catch {
      setCopiedCode(null);
      field.current?.focus();
    }
  };
  return (
    <div className="grid gap-2">
      <Button variant="faixa" className="w-full sm:w-fit" onClick={() => void put()}>
        <Icon of={Copy} /> <span aria-live="polite">{copiedCode === code ? copied : copy}</span>
      </Button>
      <label className="grid gap-1 font-semibold">
        {label}
        <textarea
          ref={field}
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
