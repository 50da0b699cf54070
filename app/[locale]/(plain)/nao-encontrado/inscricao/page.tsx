import { RegistrationGone } from "@/components/events/registrations/registration-gone";
import { secretMetadata } from "@/app/[locale]/page-metadata";

export const generateMetadata = secretMetadata("events/registrations.status", "metaTitle");

/** Page with status 404 for links of registrations. */
export default function UnknownRegistration() {
  return <RegistrationGone />;
}
