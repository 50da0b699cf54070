"use client";

import { Printer } from "lucide";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";

export function PrintButton({ label }: { label: string }) {
  return (
    <Button variant="outline" data-print="hide" onClick={() => window.print()}>
      <Icon of={Printer} />
      {label}
    </Button>
  );
}
