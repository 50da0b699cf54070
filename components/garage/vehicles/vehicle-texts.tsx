"use client";

import type { Messages } from "next-intl";
import type { ReactNode } from "react";
import { createTexts } from "@/components/ui/texts";
import { RowTexts } from "./row-texts";

type Texts = Messages["garage/vehicles"];
const { Provider, useTexts } = createTexts<Texts>("VehicleTexts");
export { useTexts as useVehicleTexts };

/** Texts of the pages of a car, with those of its forms. */
export function VehicleTexts({ value, children }: { value: Texts; children: ReactNode }) {
  return (
    <Provider value={value}>
      <RowTexts value={value.form}>{children}</RowTexts>
    </Provider>
  );
}
