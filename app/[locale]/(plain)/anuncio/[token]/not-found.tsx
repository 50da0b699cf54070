import { LinkUnavailable } from "@/components/platform/links/link-unavailable";

export default function NotFound() {
  return <LinkUnavailable />;
}
