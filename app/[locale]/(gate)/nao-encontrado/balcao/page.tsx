import { DeskUnavailable } from "@/components/partners/desk/desk-unavailable";
import { secretMetadata } from "@/app/[locale]/page-metadata";

export const generateMetadata = secretMetadata("partners/desk.invalidLink", "title");

/** Page with status 404 for links of desks. */
export default function UnknownDesk() {
  return <DeskUnavailable />;
}
