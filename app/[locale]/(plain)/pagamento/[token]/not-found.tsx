import { LinkGone } from "@/components/links/link-gone";

export default function NotFound() {
  return <LinkGone />;
}
