"use client";

import { Copy } from "lucide";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { copyText } from "@/components/ui/copy-text";

type CopyTextProps = { text: string; label: string; notice: "link.copied" | "text.copied" };

/** Copies a text; where the browser refuses, a prompt shows it for manual copying. */
export function CopyText({ text, label, notice }: CopyTextProps) {
  return (
    <Button type="button" variant="outline" onClick={() => void copyText(text, label, notice)}>
      <Icon of={Copy} /> {label}
    </Button>
  );
}
