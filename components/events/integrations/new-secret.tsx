"use client";

import { Button } from "@/components/ui/button";
import { copyText } from "@/components/ui/copy-text";

type NewSecretProps = { secret: string; once: string; copy: string };

/** A token or secret that is shown once, after it was made. */
export function NewSecret({ secret, once, copy }: NewSecretProps) {
  return (
    <div role="status" className="grid gap-2 rounded-xl border-2 border-faixa p-3">
      <p className="font-semibold">{once}</p>
      <code className="wrap-anywhere">{secret}</code>
      <Button
        type="button"
        variant="outline"
        className="w-fit"
        onClick={() => void copyText(secret, once, "text.copied")}
      >
        {copy}
      </Button>
    </div>
  );
}
