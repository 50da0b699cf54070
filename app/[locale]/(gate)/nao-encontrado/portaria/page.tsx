import { GateUnavailable } from "@/components/events/gate/gate-unavailable";
import { secretMetadata } from "@/app/[locale]/page-metadata";

export const generateMetadata = secretMetadata("events/gate.invalidLink", "title");

/** Page with status 404 for links of gates. */
export default function UnknownGate() {
  return <GateUnavailable />;
}
