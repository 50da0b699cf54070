"use client";

import { Link2 } from "lucide";
import { notify } from "@/components/ui/notify";
import { Icon } from "@/components/ui/icon";

/** Copies an address; where the browser refuses, a prompt shows it for manual copying. */
export function CopyLink({ address, label, className }: { address: string; label: string; className: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      notify({ code: "link.copied", variant: "success" });
    } catch {
      window.prompt(label, address);
    }
  };
  return (
    <button type="button" className={className} onClick={() => void copy()}>
      <Icon of={Link2} className="size-4 shrink-0" /> {label}
    </button>
  );
}
