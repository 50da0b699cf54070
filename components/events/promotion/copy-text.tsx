"use client";

import { Copy } from "lucide";
import { notify } from "@/components/ui/notify";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";

type CopyTextProps = { text: string; label: string; notice: "link.copied" | "text.copied" };

/** Copies a text; where the browser refuses, a prompt shows it for manual copying. */
export function CopyText({ text, label, notice }: CopyTextProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      notify({ code: notice, variant: "success" });
    } catch {
      window.prompt(label, text);
    }
  };
  return (
    <Button type="button" variant="outline" onClick={() => void copy()}>
      <Icon of={Copy} /> {label}
    </Button>
  );
}
