"use client";

import { Download } from "lucide";
import { useState } from "react";
import { notifyFailure } from "@/components/form/notify-failure";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";

const ADDRESS = "/api/backup";

/** Downloads an archive of everything; asks for re-authentication first when the last one is too old. */
export function BackupButton({ label }: { label: string }) {
  const [isPending, setPending] = useState(false);
  const start = async () => {
    setPending(true);
    const response = await fetch(`${ADDRESS}?check=1`, { cache: "no-store" }).catch(() => null);
    setPending(false);
    if (response?.ok) return window.location.assign(ADDRESS);
    if (response?.status === 401) return notifyFailure({ serverError: "auth.required" });
    const { code = "service.unavailable" } = ((await response?.json().catch(() => ({}))) ?? {}) as { code?: string };
    notifyFailure({ serverError: code }, () => void start());
  };
  return (
    <Button disabled={isPending} onClick={() => void start()}>
      <Icon of={Download} /> {label}
    </Button>
  );
}
