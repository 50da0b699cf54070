import type { ReactNode } from "react";
import { CountryShell } from "../../country-shell";

/** Public pages without a state. */
export default function BrazilLayout({ children }: { children: ReactNode }) {
  return <CountryShell>{children}</CountryShell>;
}
