"use client";

import { Printer } from "lucide";
import { useHydrated } from "@/components/form/use-hydrated";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";

export function PrintButton({ label }: { label: string }) {
  return (
    <Button disabled={!useHydrated()} onClick={() => window.print()}>
      <Icon of={Printer} />
      {label}
    </Button>
  );
}
