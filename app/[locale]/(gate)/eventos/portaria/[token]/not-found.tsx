import { GateUnavailable } from "@/components/gate/gate-unavailable";

export default function NotFound() {
  return <GateUnavailable />;
}
