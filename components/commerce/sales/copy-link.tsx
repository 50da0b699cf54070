"use client";

import { Link2 } from "lucide";
import { Icon } from "@/components/ui/icon";
import { copyText } from "@/components/ui/copy-text";

/** Copies an address; where the browser refuses, a prompt shows it for manual copying. */
export function CopyLink({ address, label, className }: { address: string; label: string; className: string }) {
  return (
    <button type="button" className={className} onClick={() => void copyText(address, label)}>
      <Icon of={Link2} className="size-4 shrink-0" /> {label}
    </button>
  );
}
