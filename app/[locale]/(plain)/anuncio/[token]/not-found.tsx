import { LinkUnavailable } from "@/components/links/link-unavailable";

export default function NotFound() {
  return <LinkUnavailable />;
}
