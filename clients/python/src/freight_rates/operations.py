"""Operations that are written once and are methods of both clients."""

from __future__ import annotations

import functools
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar, overload

from .transport import Async, Request, Sync

P = ParamSpec("P")
T = TypeVar("T")
Sender = TypeVar("Sender", bound=Sync | Async)


class Resource(Generic[Sender]):
    def __init__(self, sender: Sender) -> None:
        self._sender = sender


class _Method:
    def __init__(self, build: Callable[..., Any]) -> None:
        self._build = build
        self.__doc__ = build.__doc__

    def bound(self, resource: Resource[Any]) -> Any:
        @functools.wraps(self._build)
        def call(*args: Any, **kwargs: Any) -> Any:
            made, sender = self._build(resource, *args, **kwargs), resource._sender
            if not isinstance(made, Listing):
                return sender.send(made)
            return Pages(sender, made) if isinstance(sender, Sync) else AsyncPages(sender, made)

        return call


class operation(_Method, Generic[P, T]):
    """A method that sends the request of a function: it returns the result, or awaits it in the async client."""

    def __init__(self, build: Callable[Concatenate[Any, P], Request[T]]) -> None:
        super().__init__(build)

    @overload
    def __get__(self, resource: Resource[Sync], owner: object = None) -> Callable[P, T]: ...
    @overload
    def __get__(self, resource: Resource[Async], owner: object = None) -> Callable[P, Coroutine[Any, Any, T]]: ...
    def __get__(self, resource: Any, owner: object = None) -> Any:
        return self.bound(resource)


@dataclass(frozen=True)
class Page(Generic[T]):
    items: list[T]
    pagination: dict[str, Any]


@dataclass(frozen=True)
class Listing(Generic[T]):
    """The request of the first page, and the query of the next one; None after the last page."""

    request: Request[Page[T]]
    next_query: Callable[[Page[T]], Mapping[str, object] | None]


class Pages(Generic[T]):
    """Iterates over all items; `.pages()` over the pages."""

    def __init__(self, sender: Sync, listing: Listing[T]) -> None:
        self._sender = sender
        self._listing = listing

    def pages(self) -> Iterator[Page[T]]:
        request = self._listing.request
        while True:
            page = self._sender.send(request)
            yield page
            following = self._listing.next_query(page)
            if following is None:
                return
            request = replace(request, query={**request.query, **following})

    def first_page(self) -> Page[T]:
        return self._sender.send(self._listing.request)

    def __iter__(self) -> Iterator[T]:
        for page in self.pages():
            yield from page.items


class AsyncPages(Generic[T]):
    """Iterates over all items with `async for`; `.pages()` over the pages."""

    def __init__(self, sender: Async, listing: Listing[T]) -> None:
        self._sender = sender
        self._listing = listing

    async def pages(self) -> AsyncIterator[Page[T]]:
        request = self._listing.request
        while True:
            page = await self._sender.send(request)
            yield page
            following = self._listing.next_query(page)
            if following is None:
                return
            request = replace(request, query={**request.query, **following})

    async def first_page(self) -> Page[T]:
        return await self._sender.send(self._listing.request)

    async def __aiter__(self) -> AsyncIterator[T]:
        async for page in self.pages():
            for item in page.items:
                yield item


class listing(_Method, Generic[P, T]):
    """A method that returns the pages of a list."""

    def __init__(self, build: Callable[Concatenate[Any, P], Listing[T]]) -> None:
        super().__init__(build)

    @overload
    def __get__(self, resource: Resource[Sync], owner: object = None) -> Callable[P, Pages[T]]: ...
    @overload
    def __get__(self, resource: Resource[Async], owner: object = None) -> Callable[P, AsyncPages[T]]: ...
    def __get__(self, resource: Any, owner: object = None) -> Any:
        return self.bound(resource)


def _next_cursor(page: Page[Any]) -> Mapping[str, object] | None:
    cursor = page.pagination.get("next_cursor") or page.pagination.get("nextCursor")
    return {"cursor": cursor} if cursor else None


def pages_of(
    path: str,
    items: str,
    query: Mapping[str, object],
    next_query: Callable[[Page[Any]], Mapping[str, object] | None] = _next_cursor,
) -> Listing[Any]:
    """A list whose items are a member of the answer, by cursor if no other next query is given."""
    return Listing(Request("GET", path, lambda body: Page(body[items], body["pagination"]), query=query), next_query)
