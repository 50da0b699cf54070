"use client";

import { Printer } from "lucide";
import { useEffect } from "react";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { PRINT_HASH } from "@/lib/events/registrations/rules";

export function PrintButton({ label }: { label: string }) {
  useEffect(() => {
    if (location.hash === PRINT_HASH) window.print();
  }, []);
  return (
    <Button onClick={() => window.print()}>
      <Icon of={Printer} /> {label}
    </Button>
  );
}
