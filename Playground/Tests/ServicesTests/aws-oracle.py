#!/usr/bin/env python3
"""Writes requests and what botocore signs for them, for AWSSignatureTests: aws-oracle SEED COUNT >aws-cases.json

    python3 -m venv Playground/.build/botocore && Playground/.build/botocore/bin/pip install botocore
    Playground/.build/botocore/bin/python Playground/Tests/ServicesTests/aws-oracle.py 1 60 >Playground/Tests/ServicesTests/aws-cases.json

The first requests are those of AWS's published test suite; the others are random. The times are those of the seed.
"""

import datetime
import json
import random
import sys
from urllib.parse import quote, urlencode

import botocore.auth
from botocore.auth import S3SigV4Auth, S3SigV4QueryAuth, SigV4Auth, SigV4QueryAuth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials

ID, KEY = "AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"
now = datetime.datetime(2015, 8, 30, 12, 36)


class FixedTime(datetime.datetime):
    @classmethod
    def utcnow(cls):
        return now

    @classmethod
    def now(cls, tz=None):
        return now.replace(tzinfo=tz)


def fix_time():
    botocore.auth.get_current_datetime = lambda remove_tzinfo=True: now
    if hasattr(botocore.auth, "datetime"):
        botocore.auth.datetime = FixedTime if not hasattr(botocore.auth.datetime, "datetime") else botocore.auth.datetime


def case(method, path, query=(), headers=(), body="", service="service", region="us-east-1", token=None,
         scheme="https", host="example.amazonaws.com", presigned=None):
    text = "&".join(f"{quote(name, safe='-_.~')}={quote(value, safe='-_.~')}" for name, value in query)
    url = f"{scheme}://{host}{path}" + (f"?{text}" if text else "")
    request = AWSRequest(method=method, url=url, data=body.encode())
    for name, value in headers:
        request.headers.add_header(name, value)
    keys = Credentials(ID, KEY, token)
    if service == "s3":
        signer = S3SigV4QueryAuth(keys, service, region, expires=presigned) if presigned else S3SigV4Auth(keys, service, region)
        request.context["client_config"] = None
        request.context["payload_signing_enabled"] = True
    else:
        signer = SigV4QueryAuth(keys, service, region, expires=presigned) if presigned else SigV4Auth(keys, service, region)
    signer.add_auth(request)
    return {
        "method": method, "url": url, "headers": [list(field) for field in headers], "body": body, "service": service,
        "region": region, "token": token, "time": now.strftime("%Y%m%dT%H%M%SZ"), "expires": presigned,
        "signature": request.url if presigned else request.headers["Authorization"]}


def published():
    """The requests of https://docs.aws.amazon.com/general/latest/gr/signature-v4-test-suite.html, but for those that are no URL."""
    form = [("Content-Type", "application/x-www-form-urlencoded")]
    yield case("GET", "/")
    yield case("POST", "/")
    yield case("GET", "/", [("Param1", "value1")])
    yield case("POST", "/", [("Param1", "value1")])
    yield case("GET", "/", [("Param2", "value2"), ("Param1", "value1")])
    yield case("GET", "/", [("Param1", "value2"), ("Param1", "Value1")])
    yield case("GET", "/", [("ሴ", "bar")])
    yield case("GET", "/", [("-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",) * 2])
    yield case("GET", "/-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
    for path in ["/example/..", "/example1/example2/../..", "/./", "/./example", "//", "//example//"]:
        yield case("GET", path)
    yield case("GET", "/", headers=[("My-Header1", "value2"), ("My-Header1", "value2"), ("My-Header1", "value1")])
    yield case("GET", "/", headers=[("My-Header1", "value4"), ("My-Header1", "value1"), ("My-Header1", "value3"), ("My-Header1", "value2")])
    yield case("GET", "/", headers=[("My-Header1", " value1"), ("My-Header2", ' "a   b   c"')])
    yield case("POST", "/", headers=[("My-Header1", "VALUE1")])
    yield case("POST", "/", headers=form, body="Param1=value1")
    yield case("POST", "/", headers=[("Content-Type", "application/x-www-form-urlencoded; charset=utf8")], body="Param1=value1")


def some(random, letters, most):
    return "".join(random.choice(letters) for _ in range(random.randint(1, most)))


def randoms(seed, count):
    global now
    r = random.Random(seed)
    letters = "abcXYZ019-._~ !*'()+&=/:;,@$%éß漢"
    for _ in range(count):
        now = datetime.datetime(2000, 1, 1) + datetime.timedelta(seconds=r.randrange(1_000_000_000))
        service = r.choice(["s3", "s3", "sqs", "execute-api"])
        path = "/" + "/".join(quote(some(r, letters.replace("/", ""), 8), safe="-_.~") for _ in range(r.randint(0, 4)))
        path += "/" if len(path) > 1 and r.random() < 0.3 else ""
        query = [(some(r, letters, 6), some(r, letters, 8)) for _ in range(r.randint(0, 4))]
        plain = "abcXYZ019-._~ !*'()&=/:;,@$%"
        headers = [(f"X-Amz-Meta-{some(r, 'abc', 4)}", some(r, plain, 12)) for _ in range(r.randint(0, 3))]
        body = some(r, letters, 40) if r.random() < 0.5 else ""
        yield case(
            r.choice(["GET", "PUT", "POST", "DELETE"]), path, query, headers, body, service,
            r.choice(["us-east-1", "eu-west-3"]), r.choice([None, None, "AQoDYXdzEPT//wEXAMPLE+tc/=="]),
            host=r.choice(["example.amazonaws.com", "minio.example.com:9000"]))
    for _ in range(count // 3):
        now = datetime.datetime(2000, 1, 1) + datetime.timedelta(seconds=r.randrange(1_000_000_000))
        path = "/" + quote(some(r, letters.replace("/", ""), 8), safe="-_.~")
        query = [(some(r, letters, 6), some(r, letters, 8)) for _ in range(r.randint(0, 2))]
        yield case(
            r.choice(["GET", "PUT"]), path, query, service=r.choice(["s3", "sqs"]), token=r.choice([None, "T+/=="]),
            presigned=r.choice([60, 3600]))


fix_time()
first = list(published())
cases = first + list(randoms(int(sys.argv[1]), int(sys.argv[2])))
print("[\n" + ",\n".join(json.dumps(case, ensure_ascii=False) for case in cases) + "\n]")
