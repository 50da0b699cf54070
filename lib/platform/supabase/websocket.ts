import WebSocketClient from "ws";

// supabase-js refuses to start on Node 20, which has no native WebSocket; nothing of ours opens one.
globalThis.WebSocket ??= WebSocketClient as unknown as typeof WebSocket;
