import { UnavailableContent } from "@/components/site/layout/unavailable-content";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

export const generateMetadata = unlistedMetadata("platform/errors.service.unavailable", "title");

/** Middleware answers protected addresses with this static page and status 503 when it cannot read the session. */
export default function Unavailable() {
  return <UnavailableContent />;
}
