import type { ReactNode } from "react";
import { CountryShell } from "../country-shell";

/** No page of an account is prerendered. */
export const dynamic = "force-dynamic";

/** Pages of the signed-in traveller; each page runs its own access check because a layout is not one. */
export default function TravellerLayout({ children }: { children: ReactNode }) {
  return <CountryShell>{children}</CountryShell>;
}
