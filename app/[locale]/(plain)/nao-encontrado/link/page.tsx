import { LinkUnavailable } from "@/components/platform/links/link-unavailable";
import { secretMetadata } from "@/app/[locale]/page-metadata";

export const generateMetadata = secretMetadata("platform/links.gone", "title");

/** Page with status 404 for links of payments and advertisements. */
export default function UnknownLink() {
  return <LinkUnavailable />;
}
