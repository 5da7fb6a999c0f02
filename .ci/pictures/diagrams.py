"""The way of a call, the states of a cached response, and the modules."""

from svg import Picture


def call():
    picture = Picture("way-of-a-call", 560, 640, "The way of a call: client, dispatcher, stack, terminal, server, and back")
    picture.box(20, 4, 160, 40, "Request")
    picture.box(380, 4, 160, 40, "value, or error")
    stages = [
        (76, 76, "APIClient", ["encodes path, query, fields, body"], "decodes the body"),
        (184, 118, "NetworkDispatcher", ["record", "deadline", "idempotency key", "place of a file"], "judges the status"),
        (334, 76, "Your stack", ["log · dedupe · cache · retry · limits · authentication"], "any status"),
        (442, 118, "Terminal", ["deadline, if none has begun", "redirects; for each hop:", "credentials · cookies", "exchange"],
         "reads the body"),
    ]
    for top, height, name, steps, back in stages:
        own = name == "Your stack"
        picture.rect(4, top, 552, height, "wash" if own else "box", "accent" if own else "line")
        picture.text(20, top + 24, name, 15, "accent" if own else "ink", bold=True)
        for index, step in enumerate(steps):
            if len(steps) > 1:
                picture.text(208, top + 24 + 24 * index, f"{step}", 14)
            else:
                picture.text(20, top + 50, step, 14)
        picture.text(540, top + 24, back, 13, "soft", anchor="end")
    picture.box(180, 592, 200, 40, "Server")
    for start, end in ((44, 76), (152, 184), (302, 334), (410, 442), (560, 592)):
        left, right = (100, 460) if end < 592 else (220, 340)
        picture.line([(left, start), (left, end)], "accent", arrow=True, width=2)
        picture.line([(right, end), (right, start)], "good", arrow=True, width=2)
    return picture


def cache():
    picture = Picture("cache-states", 560, 500, "The states of a cached response: not stored, fresh, stale")
    boxes = [("not stored", None, 10), ("fresh", "answers without the server: hit", 180), ("stale", "asks the server first", 350)]
    for name, detail, top in boxes:
        picture.box(150, top, 260, 56, name, detail, "wash" if name == "fresh" else "box", "accent" if name == "fresh" else "line")
    steps = [
        ([(220, 66), (220, 180)], "accent", (210, 118), "end", ["miss: the response", "may be stored"]),
        ([(220, 236), (220, 350)], "warm", (210, 298), "end", ["its lifetime", "ends"]),
        ([(340, 350), (340, 236)], "good", (350, 284), "start", ["304: revalidated, fields updated", "200: replaced"]),
        ([(340, 180), (340, 66)], "bad", (350, 108), "start", ["evicted, cleared, or an unsafe", "method on its URL"]),
        ([(150, 378), (60, 378), (60, 38), (150, 38)], "bad", (64, 398), "start", ["the same"]),
    ]
    for points, color, (x, y), anchor, lines in steps:
        picture.line(points, color, arrow=True, width=2)
        for index, line in enumerate(lines):
            picture.text(x, y + 19 * index, line, 13, anchor=anchor)
    picture.line([(280, 406), (280, 432)], "soft", arrow=True, dashed=True)
    for index, line in enumerate([
            "stale-while-revalidate: stale at once, fetched in the background",
            "stale-if-error: stale, if the server cannot be reached or fails",
            ".preferStale, .offline: stale, as the request allows"]):
        picture.text(280, 452 + 20 * index, line, 13, anchor="middle")
    return picture


def modules():
    picture = Picture("modules", 560, 390, "The modules: what uses what")
    # As in Package.swift, but for arrows to where others lead as well.
    for points in (
            [(93, 60), (93, 110)], [(280, 60), (280, 110)], [(467, 60), (467, 110)], [(106, 166), (106, 216)], [(470, 166), (470, 216)],
            [(470, 272), (470, 326)], [(106, 272), (106, 326)], [(280, 166), (280, 326)],
            [(370, 272), (370, 299), (170, 299), (170, 326)], [(384, 354), (346, 354)]):
        picture.line(points, "line", arrow=True)
    box = picture.box
    box(4, 8, 178, 52, "RequisiteTesting", "stubs, recordings, a clock", "wash", "accent")
    box(191, 8, 178, 52, "RequisiteWebSocket", "a return type", "wash", "accent")
    box(378, 8, 178, 52, "RequisiteSwiftUI", "an environment value", "wash", "accent")
    box(4, 110, 552, 56, "Requisite", "requests, client, stack, transports", "wash", "accent")
    box(4, 216, 240, 56, "RequisiteJSON", "Codable from and to JSON", "wash", "accent")
    box(316, 216, 240, 56, "CurlEngine", "libcurl for Swift Concurrency; Linux")
    box(4, 326, 208, 56, "RequisitePlatform", "lock, files, hashes, bytes")
    box(226, 326, 120, 56, "CRequisiteZip", "zlib")
    box(384, 326, 172, 56, "CRequisiteCurl", "libcurl, found at run time")
    return picture


def all():
    return [call(), cache(), modules()]
